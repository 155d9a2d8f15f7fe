/** Turkish, Vietnamese and Indonesian names of headings, written as in heading-words-text. */
export const OTHER_WORDS = {
  context: `
giriş özet~ ürün_özeti arka_plan arkaplan bağlam~ problem~ problem_tanımı sorun~ durum durumu mevcut_durum amaç amac~ hedef~ hedefler hedef_kitle hedef_kullanıcılar kullanıcı_profilleri kullanıcı_personaları personalar vizyon~ misyon~ pazar~ analiz~ rakip~ rekabet~ değer_önerisi başarı metrik~ ölçüt~ gösterge~ risk~ riskler önlem~ önlemler varsayım~ bağımlılık~ soru sorular konular terim~ terimler sözlü~ sözlüğü tanım tanımlar tanımı kısaltma~ referans~ kaynak~ kaynaklar sürüm_geçmişi değişiklik_geçmişi revizyon geçmişi bilgileri doküman_bilgileri belge_bilgileri paydaş~ sorumluluk~ ekip ekibi bütçe maliyet maliyeti maliyetler gelir_modeli fiyatlandırma sonuç sonuçlar sonuçları içindekiler fayda~ faydalar yolculuğu gerekçe hipotez~ fırsat~
giới_thiệu tổng_quan bối_cảnh vấn_đề hiện_trạng mục_tiêu mục_đích tầm_nhìn sứ_mệnh tóm_tắt đối_tượng đối_tượng_người_dùng đối_tượng_mục_tiêu người_dùng_mục_tiêu khách_hàng_mục_tiêu chân_dung_người_dùng chân_dung phân_tích thị_trường đối_thủ cạnh_tranh giá_trị giá_trị_cốt_lõi đề_xuất_giá_trị chỉ_số đo_lường thành_công rủi_ro giảm_thiểu giả_định phụ_thuộc câu_hỏi câu_hỏi_mở thuật_ngữ định_nghĩa từ_viết_tắt tham_khảo tài_liệu_tham_khảo phụ_lục lịch_sử_thay_đổi lịch_sử_phiên_bản lịch_sử_chỉnh_sửa thông_tin_tài_liệu các_bên_liên_quan bên_liên_quan trách_nhiệm đội_ngũ nhóm_dự_án ngân_sách chi_phí mô_hình_kinh_doanh mô_hình_doanh_thu doanh_thu kiếm_tiền chiến_lược lợi_ích kết_quả kết_quả_mong_đợi bước_tiếp_theo các_bước_tiếp_theo kết_luận mục_lục hành_trình_người_dùng hành_trình phát_biểu lý_do động_lực giả_thuyết cơ_hội
pendahuluan latar_belakang masalah rumusan_masalah pernyataan_masalah rumusan pernyataan kondisi_saat_ini tujuan sasaran maksud visi misi gambaran_umum deskripsi ringkasan target_pengguna target_pasar pengguna_sasaran profil_pengguna analisis pasar kompetitor pesaing proposisi metrik keberhasilan indikator risiko mitigasi asumsi ketergantungan pertanyaan glosarium istilah definisi singkatan referensi pustaka daftar_pustaka daftar_istilah daftar_isi lampiran riwayat_perubahan riwayat_revisi riwayat_versi informasi_dokumen pemangku_kepentingan tanggung_jawab tim anggaran biaya model_bisnis monetisasi manfaat hasil_yang_diharapkan langkah_selanjutnya langkah_berikutnya kesimpulan perjalanan_pengguna hipotesis peluang kata_pengantar
personaları sonraki_adımlar proposisi_nilai persona_pengguna
ihtiyaç~ ihtiyaçlar araştırması pazar_araştırması kullanıcı_araştırması arka_planı nhu_cầu nhu_cầu_người_dùng lý_do_thực_hiện kebutuhan_pengguna alasan`,
  scope: `kapsam kapsamı phạm_vi ruang_lingkup lingkup cakupan`,
  limit: `
kapsam_dışı kapsam_dışında kısıt~ kısıtlar kısıtlama~ sınırlama~ teknoloji~ teknolojiler ilke~ ilkeler ilkeleri prensip~ karar~ kararlar standart~ hedef_olmayanlar hedef_olmayan yığını
ngoài_phạm_vi không_thuộc_phạm_vi không_nằm_trong_phạm_vi không_bao_gồm ràng_buộc giới_hạn hạn_chế công_nghệ nguyên_tắc quyết_định quy_ước tiêu_chuẩn
di_luar_cakupan di_luar_lingkup di_luar_ruang_lingkup luar_lingkup luar_cakupan tidak_termasuk batasan keterbatasan kendala teknologi tumpukan_teknologi prinsip keputusan standar konvensi`,
  soft: `mimari mimarisi kiến_trúc arsitektur`,
  look: `dağıtım renk_paleti görsel_kimlik triển_khai_hệ_thống`,
  qualify: `
mevcut güncel temel ana genel beklenen tahmini bilinen kullanılan kullanılacak seçilen önerilen detaylı ayrıntılı teknik iş ticari projenin proje~ ürün~ ürünün sistem~ uygulama~ platform~ kullanıcı~ doküman~ belge~ yönetici açık ve ile için bir bu olan kalanlar tasarım~ kriter~ roller rol seçimi stratejisi dış diğer kodlama yazılım~
hiện_tại chính cốt_lõi chung dự_kiến kỳ_vọng mong_đợi đề_xuất chi_tiết kinh_doanh nghiệp_vụ kỹ_thuật sử_dụng cần_giải_quyết còn_mở sản_phẩm dự_án hệ_thống ứng_dụng nền_tảng người_dùng khách_hàng tài_liệu giải_pháp vai_trò và của các cho trong với về từ là những tiêu_chí thiết_kế mục phát_triển
saat_ini utama inti umum diharapkan yang digunakan dipilih diusulkan teknis bisnis detail terperinci proyek produk sistem aplikasi platform pengguna dokumen solusi peran dan atau di ke dari untuk dengan pada dalam ini eksekutif estimasi strategi kriteria desain terbuka selanjutnya kerja target
kullanım~ pengembangan
ek yasal finansal ticari operasyonel stratejik zorunlu gerekli önemli planlanan diğer kullanılmış tercih bổ_sung phụ bắt_buộc pháp_lý tài_chính chiến_lược quan_trọng cần_thiết được_sử_dụng khác cơ_bản tambahan pendukung wajib hukum keuangan strategis operasional penting diperlukan lainnya dasar minimum`,
  work: `
özelli~ özellikler özellikleri gereksinim~ fonksiyonel işlevsel işlevler hikaye~ senaryo~ ekran~ ekranlar sayfa~ sayfalar modül~ bileşen~ arayüz~ entegrasyon~ teslimat~ çıktılar kural~ kurallar akış~ akışlar yetki yetkiler hata_yönetimi kapsam_dahilinde kapsam_dahili kapsam_içi
tính_năng chức_năng yêu_cầu đặc_tả câu_chuyện_người_dùng trường_hợp_sử_dụng màn_hình giao_diện trang mô-đun thành_phần tích_hợp luồng luồng_người_dùng quy_tắc quy_trình phân_quyền quyền_hạn xử_lý_lỗi sản_phẩm_bàn_giao bàn_giao trong_phạm_vi nhiệm_vụ
fitur kebutuhan persyaratan fungsional fungsionalitas fungsi spesifikasi cerita kasus_penggunaan kasus halaman layar modul komponen antarmuka integrasi aturan alur hak_akses akses penanganan_kesalahan hasil_kerja diserahkan termasuk_dalam_lingkup penggunaan
daftar_fitur danh_sách_tính_năng danh_sách_màn_hình danh_sách_chức_năng deskripsi_fitur`,
  quality: `
fonksiyonel_olmayan işlevsel_olmayan güvenlik güvenliği gizlilik performans~ erişilebilirlik ölçeklenebilirlik kullanılabilirlik güvenilirlik testler kalite~ izleme kvkk
phi_chức_năng bảo_mật hiệu_năng hiệu_suất quyền_riêng_tư khả_năng_mở_rộng kiểm_thử độ_tin_cậy chất_lượng khả_năng_sử_dụng tính_khả_dụng giám_sát
non-fungsional nonfungsional non_fungsional keamanan kinerja performa privasi aksesibilitas skalabilitas pengujian kualitas keandalan kegunaan pemantauan
testi testleri test_planı test_stratejisi`,
  data: `veri_modeli veritabanı~ veri_yapısı varlıklar şeması dữ_liệu mô_hình_dữ_liệu cơ_sở_dữ_liệu cấu_trúc_dữ_liệu basis_data model_data struktur_data skema entitas`,
  setup: `kurulum altyapı~ geliştirme_ortamı cài_đặt môi_trường hạ_tầng cơ_sở_hạ_tầng infrastruktur instalasi lingkungan_pengembangan`,
  later: `gelecek~ ileride geliştirmeler tương_lai trong_tương_lai hướng_phát_triển mở_rộng mendatang masa_depan pengembangan_selanjutnya
pengembangan_di_masa_depan`,
  schedule: `zaman_çizelgesi takvim~ kilometre_taşları yol_haritası fazlar aşamalar aşamaları planı planları lộ_trình kế_hoạch kế_hoạch_triển_khai triển_khai giai_đoạn mốc_thời_gian tiến_độ jadwal linimasa tahapan tahap peta_jalan rencana fase implementasi`,
  restate: `kabul kontrol_listesi nghiệm_thu chấp_nhận penerimaan daftar_periksa`,
} as const;
